package io.fairstream.query.explain;

import io.fairstream.query.explain.TargetParts.PartKey;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Grouping by which the parts of an explanation are summed: the uses of a customer, or the charges of a target. */
public enum By {
    MATCH(Grouping.MATCH, null),
    HOUR(Grouping.HOUR, null),
    DAY(Grouping.DAY, entry -> new PartKey(entry.day(), entry.app(), "", "")),
    RESOURCE(Grouping.RESOURCE, null),
    POOL(Grouping.POOL, null),
    APP(null, entry -> new PartKey("", entry.app(), "", "")),
    USER(null, entry -> new PartKey("", "", entry.user(), "")),
    HOST(null, entry -> new PartKey("", "", entry.user(), entry.host()));

    private final @Nullable Grouping ofCustomers;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final @Nullable UnaryOperator<PartKey> ofTargets;

    By(@Nullable Grouping ofCustomers, @Nullable UnaryOperator<PartKey> ofTargets) {
        this.ofCustomers = ofCustomers;
        this.ofTargets = ofTargets;
    }

    /** Returns true if the grouping sums uses of customers. */
    public boolean isOfCustomers() {
        return ofCustomers != null;
    }

    /** Returns true if the grouping sums charges of targets. */
    public boolean isOfTargets() {
        return ofTargets != null;
    }

    /** Returns true if the grouping needs the charges of users, which contain their names; those of targets are sums over all users. */
    boolean isOfUsers() {
        return this == USER || this == HOST;
    }

    Grouping grouping() {
        return Objects.requireNonNull(ofCustomers);
    }

    /** Returns the key of an entry; entries of the same key are one part. */
    PartKey key(PartKey entry) {
        return Objects.requireNonNull(ofTargets).apply(entry);
    }
}
