import { examineStructure } from '../core/structure-exam.ts';
import { createDuckdbStructureExam } from './structure-fixture.ts';

examineStructure('DuckDB', createDuckdbStructureExam);
