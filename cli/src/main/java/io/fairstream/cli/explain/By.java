package io.fairstream.cli.explain;

import org.jspecify.annotations.Nullable;

/** How the parts of what is explained are summed up: the uses of a customer, or what a target was charged. */
enum By {
    MATCH(Grouping.MATCH),
    HOUR(Grouping.HOUR),
    DAY(Grouping.DAY) {
        @Override
        boolean isOfTargets() {
            return true;
        }

        @Override
        TargetParts.PartKey key(TargetParts.PartKey entry) {
            return new TargetParts.PartKey(entry.day(), entry.app(), "", "");
        }
    },
    RESOURCE(Grouping.RESOURCE),
    POOL(Grouping.POOL),
    APP(null) {
        @Override
        TargetParts.PartKey key(TargetParts.PartKey entry) {
            return new TargetParts.PartKey("", entry.app(), "", "");
        }
    },
    USER(null) {
        @Override
        TargetParts.PartKey key(TargetParts.PartKey entry) {
            return new TargetParts.PartKey("", "", entry.user(), "");
        }
    },
    HOST(null) {
        @Override
        TargetParts.PartKey key(TargetParts.PartKey entry) {
            return new TargetParts.PartKey("", "", entry.user(), entry.host());
        }
    };

    private final @Nullable Grouping ofCustomers;

    By(@Nullable Grouping ofCustomers) {
        this.ofCustomers = ofCustomers;
    }

    /** Null for what only targets have. */
    @Nullable
    Grouping ofCustomers() {
        return ofCustomers;
    }

    boolean isOfTargets() {
        return ofCustomers == null;
    }

    /** Whether it takes the charges of users, which name them; those of targets are sums over all. */
    boolean isOfUsers() {
        return this == USER || this == HOST;
    }

    /** Entries of the same key are one part. */
    TargetParts.PartKey key(TargetParts.PartKey entry) {
        throw new IllegalStateException(this + " (expected: one of targets)");
    }
}
