// State of the browser: settings, seat keys and score pads in its storage, and the address
// bar. Nothing here knows the server or draws anything.
// May import: nothing.
export {};
