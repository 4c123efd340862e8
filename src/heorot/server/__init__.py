"""Live tables: seats, links, sockets, storage. It decides no rule of any game and knows no title.

The life of one click: socket.py reads a message, room.py asks commands.py what it leads to, deal.py draws what chance
owes, store.py makes the events durable, table.py is the table after them, and every watcher is sent its own view of it.
"""
