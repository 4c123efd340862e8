// All icons of the sprite.
export const ICONS = `
helm shield hall ship serpent sword chest mug spill horn idol raven seax gorge
rings eye flame axe harp scroll broken scratch wound wound2 cards special leaf banner
risk swap select recover seal steps fan crown undo menu book quill chat sound
gear play step check cross arrow back link people moon folder bot glass lozenge
hand find pause prev print copy plus lot lock clock flag globe out branch
mask bin fwd grid home fist serpent-s sword-s mug-s spill-s chest-s
`.trim().split(/\s+/);
