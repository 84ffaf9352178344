import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleTypes } from '../../ui/testing/samples.ts';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { createAppRouter } from '../router.tsx';
import { DesignPage } from './design.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('has an address in development', () => {
  expect(Object.keys(createAppRouter(new QueryClient()).routesByPath)).toContain('/design');
});

it('shows the pieces of the look', async () => {
  stubApi({ 'GET /api/posts/ProjectName': sampleTypes });
  renderScreen(DesignPage, '/design');
  await screen.findByRole('heading', { level: 1, name: 'DesignPage' });
  for (const piece of [
    'Icon',
    'Dotted',
    'EngineWay',
    'Button',
    'Tabs',
    'Progress',
    'Sql',
    'SqlField',
  ])
    expect(screen.getByRole('region', { name: piece })).toBeTruthy();
});
