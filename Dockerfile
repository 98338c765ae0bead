# The portal in a container: docs/operators.md, "In a container". NODE is the one of
# scripts/bootstrap/versions.mjs.
ARG NODE=24.21.0

FROM node:${NODE}-alpine3.22 AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node scripts/image.mjs /image

FROM alpine:3.22
RUN apk add --no-cache libstdc++ && mkdir /data && chown 10001:10001 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /portal
WORKDIR /portal
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["server/main.ts"]
