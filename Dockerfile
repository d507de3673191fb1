# docker build -t audit960 . && docker run --rm -v "$PWD:/data" audit960 audit games.pgn --report
#
# A program that needs nothing of a system, alone in its image.
FROM rust:1.95-alpine AS build
RUN apk add --no-cache musl-dev gcc
ARG AUDIT960_COMMIT="commit unknown"
WORKDIR /build
COPY . .
RUN cargo build --locked --profile dist --bin audit960 \
    && mkdir /out && cp target/dist/audit960 /out/

FROM scratch
COPY --from=build /out/audit960 /audit960
WORKDIR /data
ENTRYPOINT ["/audit960"]
