import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('settings', () => {
  it('need nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: null,
      cookieSecure: false,
      selfRegistration: true,
      trustProxy: false,
      metricsPort: null,
    });
  });

  it('that are empty count as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'COOKIE_SECURE',
      'ADMIN_PASSWORD',
      'LOG_LEVEL',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['COOKIE_SECURE', 'yes please'],
    ['SELF_REGISTRATION', 'maybe'],
    ['TRACE_URL', 'ftp://example.org/'],
    ['TRACE_URL', 'javascript:alert(1)'],
    ['SUPPORT_URL', 'somewhere'],
    ['SUPPORT_URL', 'javascript:alert(1)'],
    ['ATTENDANCE_URL', 'data:text/html,x'],
    ['PUBLIC_URL', 'ftp://example.org/'],
    ['SMTP_URL', 'http://example.org/'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '65536'],
    ['READ_ROW_MB', '0'],
    ['READ_ROW_MB', '1025'],
    ['READ_ROW_MB', '1.5'],
    ['READ_ANSWER_MB', '0'],
    ['READ_ANSWER_MB', '1025'],
    ['CALL_MB', '0'],
    ['CALL_MB', '100001'],
    ['DATABASE_MEMORY_MB', '127'],
    ['DATABASE_MEMORY_MB', '16385'],
    ['DATABASE_MEMORY_MB', '512.5'],
    ['BODY_LIMIT', '0'],
    ['BODY_LIMIT', '65'],
    ['LIST_LIMIT', '257'],
    ['ATTACHMENT_LIMIT', '65'],
    ['BODY_VALUES', '999'],
    ['BODY_VALUES', '200001'],
    ['LIST_VALUES', '10000001'],
    ['BODY_DEPTH', '9'],
    ['BODY_DEPTH', '201'],
    ['BODY_DEPTH', '32.5'],
    ['LOG_LEVEL', 'loud'],
    ['ADMIN_USERNAME', 'x'.repeat(101)],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(`  ${name}: `);
  });

  it('are all named that are wrong', () => {
    const wrong = { PORT: 'x', LOG_LEVEL: 'x', TRACE_URL: 'x' };
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(`${name}: `);
  });

  it('of TLS go together', () => {
    expect(() => readConfig({ TLS_CERT: 'a.pem' })).toThrow('TLS_CERT and TLS_KEY go together');
    expect(() => readConfig({ TLS_KEY: 'a.pem' })).toThrow('TLS_CERT and TLS_KEY go together');
    expect(readConfig({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' }).cookieSecure).toBe(true);
    expect(
      readConfig({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem', COOKIE_SECURE: 'off' }).cookieSecure,
    ).toBe(false);
  });

  it('of mail go together', () => {
    const mail = {
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'Tool <a@b.example>',
      PUBLIC_URL: 'https://tool.example/',
    };
    expect(readConfig(mail).mail).toEqual({
      smtpUrl: 'smtp://mail.example',
      from: 'Tool <a@b.example>',
      publicUrl: 'https://tool.example',
    });
    for (const name of ['MAIL_FROM', 'PUBLIC_URL'])
      expect(() => readConfig({ ...mail, [name]: '' })).toThrow(
        'SMTP_URL needs MAIL_FROM and PUBLIC_URL: set all three.',
      );
    expect(readConfig({ ...mail, SMTP_URL: '' }).mail).toBeNull();
  });

  it('of time stamps go together', () => {
    expect(() => readConfig({ TIMESTAMP_CA: 'a.pem' })).toThrow('TIMESTAMP_CA needs TIMESTAMP_URL');
    expect(() => readConfig({ TIMESTAMP_URL: 'ftp://a' })).toThrow('  TIMESTAMP_URL: ');
    expect(readConfig({ TIMESTAMP_URL: 'http://a/tsr' }).timestamps).toEqual({
      url: 'http://a/tsr',
      caFile: null,
    });
  });

  it.each([
    [undefined, false],
    ['false', false],
    ['true', true],
    ['10.0.0.1, 192.168.0.0/16', ['10.0.0.1', '192.168.0.0/16']],
  ])('TRUST_PROXY=%s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });
});
