"""The pages: shows what stands, passes on what people tap. Decides nothing about rules."""
