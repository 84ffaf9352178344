export const leaveGuard = {
  title: 'Ohne Speichern verlassen?',
  text: 'Was Sie auf dieser Seite eingegeben haben, geht verloren.',
  leave: 'Seite verlassen',
  stay: 'Bleiben',
};
