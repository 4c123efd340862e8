// The pace of animations, the queue that shows updates one by one, and sounds. No component belongs here.
// May import: browser.
export {};
