"""Notices keep template and values beside the English sentence: each reader gets them in the own language."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go on to this step: notices of before have nothing there, and are shown as they were written."""
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("said", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Go back to the step before."""
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_column("said")
