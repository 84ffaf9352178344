export const assignments = {
  title: 'Projekt zuweisen',
  text: 'Gibt einem Benutzer eine Rolle in einem Projekt. Eine Person kann beide Rollen haben.',
  user: 'Benutzer',
  project: 'Projekt',
  role: 'Rolle',
  developer: 'Entwickler',
  tester: 'Tester',
  choose: 'Auswählen…',
  assign: 'Zuweisen',
};
