import { examineDefinitions } from '../core/definitions-exam.ts';
import { createDuckdbDefinitionExam } from './definitions-fixture.ts';

examineDefinitions('DuckDB', createDuckdbDefinitionExam);
