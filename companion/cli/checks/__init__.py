"""What `companion doctor` looks at: one function a check, none of which changes anything."""
