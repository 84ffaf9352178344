import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../contract/notifications.ts';
import { digestOf, wordsIn } from './digest.ts';

const news = (count: number): Notification[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'assigned',
    project_id: 4,
    side: 'source',
    pair_id: null,
    due_date: null,
    role: 'developer',
    read: false,
    Project_Name: 'Shop',
    object_id: index + 1,
    object_name: `shop.t${index}`,
    actor: 'ann',
    count: 1,
  }));
const digest = (language: string, count: number) =>
  digestOf(
    wordsIn(language),
    { username: 'dev', email: 'dev@example.org', isAdmin: false },
    news(count),
    'https://tool.example.org',
  );

describe('a digest', () => {
  it('lists fifty, and counts those that it leaves out', () => {
    const { subject, text, html } = digest('en', 1_234);
    expect(subject).toContain('1,234 new');
    expect(text.match(/^- /gm)).toHaveLength(50);
    expect(text).toContain('1,184 more');
    expect(html).toContain('1,184 more');
    const all = digest('en', 50);
    expect(all.text).not.toContain('more');
    expect(all.html).not.toMatch(/more|<p><\/p>/);
  });

  it('names the news in its subject if there is only one', () => {
    expect(digest('en', 1).subject).toBe('Assigned to you to migrate: shop.t0 · Shop');
    expect(digest('en', 2).subject).toContain('2 new');
  });

  it('leads to where it is changed or stopped', () => {
    const { text, html, settings } = digest('de', 1);
    expect(settings).toBe('https://tool.example.org/admin/homepage?notifications=1');
    expect(text).toContain(`„Per E-Mail“: ${settings}`);
    expect(html).toContain(`<a href="${settings}">${settings}</a>`);
  });

  it('runs in the direction of its language, and spells numbers as it does', () => {
    expect(digest('en', 1).html).toContain('<html lang="en" dir="ltr">');
    expect(digest('ar', 1).html).toContain('<html lang="ar" dir="rtl">');
    expect(digest('de', 1_234).subject).toContain('1.234');
    for (const other of ['tlh', 'constructor', '__proto__', 'toString'])
      expect(digest(other, 1).html).toContain('lang="en"');
  });
});
