package io.fairstream.reports.explain;

import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.tables.ChargeTime;
import io.fairstream.reports.tables.Rows;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AssociationUsageAt;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the parts of the usage of a user in a bank come from: its row, and its entries of the journal. */
record AssociationSource(TopicReader reader, String path, UsageTerms weights) {
    /** Whether a customer bears its name. */
    boolean isCustomer() {
        Rows<Priority> customers = Rows.latest();
        reader.read(Topics.PRIORITIES, path, customers);
        return !customers.all().isEmpty();
    }

    /** Whether the path has a row in {@code association-usage}. */
    boolean isThere() {
        return row().isPresent();
    }

    private Optional<AssociationUsage> row() {
        Rows<AssociationUsage> rows = Rows.latest();
        reader.read(Topics.ASSOCIATION_USAGE, path, rows);
        return rows.all().stream().findFirst();
    }

    /**
     * Reads until row and journal agree, which they may not do for a moment while entries come in.
     *
     * @param at the instant, or null
     * @param present the instant if none is given, unless the row is of a later one
     * @throws Failure if it is a bank, the instant is before the row's, or the parts do not add up to the row
     */
    AssociationParts read(@Nullable Instant at, Instant present) throws InterruptedException {
        Reading read = Retry.until(Reading::agrees, this::read);
        AssociationParts published = read.published();
        AssociationUsage row = published.row();
        if (!read.agrees()) {
            throw new Failure(String.format(
                    "association: %s: its charges add up to %s and %s with smooth decay (expected: %s and %s, as its row has"
                            + " it; usage.weights must be those of the topology)",
                    path,
                    published.periodUsage(),
                    published.smoothUsage(),
                    row.getPeriodUsage(),
                    row.getSmoothUsage()));
        }
        Instant later = present.isAfter(row.getAsOf()) ? present : row.getAsOf();
        return AssociationParts.of(evaluated(row, at == null ? later : at), read.charges(), weights, published.known());
    }

    /** What was read at once. */
    private record Reading(Collection<Charge> charges, AssociationParts published) {
        private boolean agrees() {
            return published.isWhole();
        }
    }

    private Reading read() {
        AssociationUsage row = row().orElseThrow(() -> new Failure(
                "association: \"" + path + "\" (expected: a user in a bank with a row in association-usage)"));
        if (row.getKind() == ShareKind.BANK) {
            throw new Failure("association: " + path + " is a bank (expected: a user in a bank; report usage --periods"
                    + " --tree --bank " + path + " shows who used what below it)");
        }
        Rows<Charge> charges = Rows.every();
        reader.readCharges(path, charges);
        return new Reading(charges.all(), AssociationParts.of(row, charges.all(), weights, known()));
    }

    private static AssociationUsage evaluated(AssociationUsage row, Instant at) {
        try {
            return AssociationUsageAt.evaluate(row, at);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Since when every entry is there; null if none was deleted. */
    private @Nullable Instant known() {
        if (reader.isWhole(Topics.CHARGES, path)) {
            return null;
        }
        return reader.oldestCharge(path).map(ChargeTime::of).orElse(Instant.MAX);
    }
}
