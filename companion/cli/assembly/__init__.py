"""The table of one game put together: camera, reader, referee, pages."""
