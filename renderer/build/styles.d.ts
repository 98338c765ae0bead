declare module '*.css?calendar';
