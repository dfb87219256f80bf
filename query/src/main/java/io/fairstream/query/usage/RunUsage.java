package io.fairstream.query.usage;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Use of the runs that ended in a period, without decay, like flux account view-usage-report: for each payer the node
 * time of all runs, then of those of each size. A run that changed its size counts for each size with its duration.
 * Percent is of the sum.
 */
public final class RunUsage {
    /** Decimals of a node-second, from the units of {@link UsageTerms}. */
    private static final int DECIMALS = 5;

    private final PeriodQuery query;
    private final Predicate<Association> wanted;
    private final UsageTerms terms;
    private final NodeSizes sizes;
    private final PayerLines lines;

    RunUsage(PeriodQuery query, Predicate<Association> wanted, UsageTerms terms, NodeSizes sizes) {
        this.query = query;
        this.wanted = wanted;
        this.terms = terms;
        this.sizes = sizes;
        this.lines = new PayerLines(1 + sizes.count());
    }

    /** Reads the journal. */
    public static Document report(
            TopicReader reader,
            PeriodQuery query,
            Predicate<Association> wanted,
            NodeSizes sizes,
            PayerColumns payers) {
        UsageTerms terms = ShareRules.of(reader.settings()).terms();
        RunUsage usage = new RunUsage(query, wanted, terms, sizes);
        Instant reachesTo = JournalReach.read(reader, usage::charge).orElse(null);
        Document document = query.titled("Usage of runs that ended");
        if (reachesTo != null && reachesTo.isAfter(query.period().begin())) {
            document.warn("warning: entries of charges from before about " + reachesTo
                    + " are deleted: runs that ended before then are missing here");
        }
        List<PayerColumns.Amount> amounts = new ArrayList<>(List.of(new PayerColumns.Amount("", "USED")));
        if (sizes.isDivided()) {
            sizes.begins().forEach(begin -> amounts.add(new PayerColumns.Amount("From" + begin, begin + "+")));
        }
        return document.with(payers.report(usage.lines, amounts));
    }

    void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.ASSOCIATION
                || !(charge.getEntry() instanceof HoldingChange held)
                || held.getBooked() == 0
                || !isWithin(held.getEndedAt())
                || !query.isWanted(charge.getDimensions().getCluster())) {
            return;
        }
        Association association = Association.of(charge.getAccount());
        if (wanted.test(association)) {
            lines.add(association.bank(), association.user(), amounts(held));
        }
    }

    /** Returns the amounts of an entry; a correction is the negated entry, with the same times. */
    private List<BigDecimal> amounts(HoldingChange held) {
        BigDecimal used = BigDecimal.valueOf(ChargeFields.nodeUnits(held, terms), DECIMALS)
                .multiply(BigDecimal.valueOf(held.getBooked()));
        List<BigDecimal> amounts = new ArrayList<>(Collections.nCopies(1 + sizes.count(), BigDecimal.ZERO));
        amounts.set(0, used);
        amounts.set(1 + sizes.of(ChargeFields.allocated(held).nodesCounted()), used);
        return amounts;
    }

    private boolean isWithin(@Nullable Instant endedAt) {
        Period period = query.period();
        return endedAt != null && !endedAt.isBefore(period.begin()) && endedAt.isBefore(period.end());
    }

    PayerLines lines() {
        return lines;
    }
}
