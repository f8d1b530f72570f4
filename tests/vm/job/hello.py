"""Flask's own first example: what the table's figures are compared with."""

from flask import Flask

app = Flask(__name__)


@app.get("/")
def hello() -> str:
    """Say hello."""
    return "Hello, World!"
