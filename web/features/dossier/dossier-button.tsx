import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { DossierDialog } from './dossier-dialog.tsx';

/** Opens the dialog that creates the dossier of a project. */
export function DossierButton({ project, className }: { project: ProjectRow; className?: string }) {
  const t = useTexts('dossier');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" className={className ?? ''} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && <DossierDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}
