import { expect, it } from 'vitest';
import { texts } from '../../lib/i18n/index.ts';
import { objectColumns } from './object-columns.tsx';
import { sampleProject } from '../../ui/testing/samples.ts';

const offered = (tracked_types: typeof sampleProject.tracked_types) => {
  const project = { ...sampleProject, tracked_types };
  const columns = objectColumns(texts('object-words'), ['object_type', 'object_type_id'], project);
  return columns.map(({ choices }) => choices?.map(({ label }) => label));
};

it('filters offer triggers and sequences only in projects that have them', () => {
  expect(offered([])).toEqual([
    ['tables', 'views', 'functions', 'procedures'],
    ['1', '2', '3', '4'],
  ]);
  expect(offered(['sequences'])).toEqual([
    ['tables', 'views', 'functions', 'procedures', 'sequences'],
    ['1', '2', '3', '4', '6'],
  ]);
});
