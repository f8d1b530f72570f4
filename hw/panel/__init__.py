"""The panel: buttons, lights and a buzzer at a Pi's header. Knows nothing of games."""
