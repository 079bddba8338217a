export const bad = process.env.DATABASE_URL;
