"""The bench: a web page on this machine to draw, check, generate, print and play.

`docs/bench.md` tells how it is built and how a page, an address or a job is added. Everything here
needs the extra `web`; nothing outside of this folder imports it but the command `serve`.
"""
