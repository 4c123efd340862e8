// Icons of the special cards.
export const SPECIAL_ICONS: Record<string, string> = {
  king_hrothgars_blessing: 'crown', queen_wealhtheows_inspiration: 'mug', beowulfs_daring: 'risk', beowulfs_resolve: 'helm',
  the_warriors_rest: 'leaf', hides_of_land: 'hall', hrunting: 'sword', golden_torque: 'rings', naegling: 'seax', all_iron_shield: 'shield',
};
