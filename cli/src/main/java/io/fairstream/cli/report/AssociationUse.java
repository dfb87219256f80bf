package io.fairstream.cli.report;

import io.fairstream.cli.tables.Holdings;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the runs used that ended in a period, not decayed, node-seconds: of each user in a bank the sum first, then what those of
 * each size used. A run that changed its size counts with each as long as it had it. Mutable.
 */
final class AssociationUse {
    /** Of a node-second, as {@link UsageTerms} has its units. */
    private static final int DECIMALS = 5;

    private final Period period;
    private final Predicate<String> clusters;
    private final Predicate<Association> wanted;
    private final UsageTerms terms;
    private final NodeSizes sizes;
    private final PayerLines lines;

    AssociationUse(
            Period period,
            Predicate<String> clusters,
            Predicate<Association> wanted,
            UsageTerms terms,
            NodeSizes sizes) {
        this.period = period;
        this.clusters = clusters;
        this.wanted = wanted;
        this.terms = terms;
        this.sizes = sizes;
        this.lines = new PayerLines(1 + sizes.count());
    }

    void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.ASSOCIATION
                || !(charge.getEntry() instanceof HoldingChange held)
                || held.getBooked() == 0
                || !isWithin(held.getEndedAt())
                || !clusters.test(
                        Objects.requireNonNullElse(charge.getDimensions().getCluster(), ""))) {
            return;
        }
        Association association = Association.of(charge.getAccount());
        if (wanted.test(association)) {
            lines.add(association.bank(), association.user(), amounts(held));
        }
    }

    /** A correction is the negated entry, with the same times. */
    private List<BigDecimal> amounts(HoldingChange held) {
        BigDecimal used = BigDecimal.valueOf(Holdings.units(held, terms), DECIMALS)
                .multiply(BigDecimal.valueOf(held.getBooked()));
        List<BigDecimal> amounts = new ArrayList<>(Collections.nCopies(1 + sizes.count(), BigDecimal.ZERO));
        amounts.set(0, used);
        amounts.set(1 + sizes.of(Holdings.held(held).nodesCounted()), used);
        return amounts;
    }

    private boolean isWithin(@Nullable Instant endedAt) {
        return endedAt != null && !endedAt.isBefore(period.begin()) && endedAt.isBefore(period.end());
    }

    PayerLines lines() {
        return lines;
    }
}
