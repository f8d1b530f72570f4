"""Every sentence in the language of whoever reads it: catalogues, grammar, and which languages there are.

A leaf: it knows the rules' words (`companion.rules.phrases`) and nothing else of ours. docs/translate.md
tells how sentences are written and translated.
"""
