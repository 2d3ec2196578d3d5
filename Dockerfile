# The sandbox as an image: built from a clone, run without root on a root file system that nothing writes to.
#   docker build -t payrig .
#   docker run --read-only -p 4010:4010 -v payrig:/data -e PAYRIG_SANDBOX_KEY=... payrig
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack --silent --pack-destination /tmp && mv /tmp/payrig-*.tgz /tmp/payrig.tgz

FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY --from=build /tmp/payrig.tgz /tmp/payrig.tgz
RUN npm install --no-audit --no-fund --no-save /tmp/payrig.tgz

FROM ${NODE_IMAGE}
COPY --from=install /app /app
# Owned by the user that runs it, so that a named volume that is mounted here is too.
RUN mkdir /data && chown 10001:10001 /data && chmod 700 /data
USER 10001:10001
ENV NODE_ENV=production \
    PAYRIG_HOST=0.0.0.0 \
    PAYRIG_PORT=4010 \
    PAYRIG_DATA=/data
VOLUME /data
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PAYRIG_PORT}/_sandbox/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/payrig/scripts/payrig.mjs"]
CMD ["sandbox"]
