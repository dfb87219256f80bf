package io.fairstream.query.explain;

import io.fairstream.query.explain.Explanation.Interval;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.LongStream;

/** Grouping by which a customer's uses are summed. */
enum Grouping {
    MATCH(Part.Kind.MATCH) {
        @Override
        Object key(Interval<Match> piece, Journal.Names names) {
            return piece.of();
        }

        @Override
        String name(Interval<Match> piece, Journal.Names names) {
            if (piece.of().thing().isEmpty()) {
                return (piece.of().isOwn() ? "members' since " : "subgroups' since ")
                        + Instant.ofEpochMilli(piece.of().since());
            }
            String of = piece.of().thing();
            return names.matchId().isEmpty() ? of : of + " (" + names.matchId() + ")";
        }
    },
    HOUR(Part.Kind.HOUR, Duration.ofHours(1)),
    DAY(Part.Kind.DAY, Duration.ofDays(1)),
    RESOURCE(Part.Kind.RESOURCE) {
        @Override
        Object key(Interval<Match> piece, Journal.Names names) {
            return piece.of().thing();
        }

        @Override
        String name(Interval<Match> piece, Journal.Names names) {
            return piece.of().thing();
        }
    },
    POOL(Part.Kind.POOL) {
        @Override
        Object key(Interval<Match> piece, Journal.Names names) {
            return names.pool();
        }

        @Override
        String name(Interval<Match> piece, Journal.Names names) {
            return names.pool();
        }
    };

    private final Part.Kind kind;
    private final long length;

    Grouping(Part.Kind kind) {
        this(kind, Duration.ZERO);
    }

    Grouping(Part.Kind kind, Duration length) {
        this.kind = kind;
        this.length = length.toMillis();
    }

    Part.Kind kind() {
        return kind;
    }

    /** Splits an interval into pieces that may belong to different groups; hours and days are in UTC. */
    List<Interval<Match>> pieces(Interval<Match> stretch, long at) {
        if (length == 0) {
            return List.of(stretch);
        }
        long first = Math.floorDiv(stretch.from(), length);
        long last = Math.max(first, Math.floorDiv(Math.min(stretch.until(), at) - 1, length));
        return LongStream.rangeClosed(first, last)
                .mapToObj(i -> stretch.between(i * length, i == last ? stretch.until() : (i + 1) * length))
                .toList();
    }

    /** Returns the key of a piece; pieces of the same key are one part. */
    Object key(Interval<Match> piece, Journal.Names names) {
        return Math.floorDiv(piece.from(), length);
    }

    /** Returns the name of the part to which this piece belongs. */
    String name(Interval<Match> piece, Journal.Names names) {
        Instant begin = Instant.ofEpochMilli(Math.floorDiv(piece.from(), length) * length);
        return this == DAY ? begin.atOffset(ZoneOffset.UTC).toLocalDate().toString() : begin.toString();
    }
}
