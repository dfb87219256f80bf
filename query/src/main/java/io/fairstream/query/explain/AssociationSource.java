package io.fairstream.query.explain;

import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.query.tables.Rows;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Source of the parts of the usage of a user in a bank: its row, and its entries of the journal. */
record AssociationSource(TopicReader reader, String path, UsageTerms weights) {
    /** Returns true if the path is also the name of a customer. */
    boolean isCustomer() {
        return reader.latest(Topics.PRIORITIES, path).isPresent();
    }

    /** Returns true if the path has a row in {@code association-usage}. */
    boolean isThere() {
        return row().isPresent();
    }

    private Optional<AssociationUsage> row() {
        return reader.latest(Topics.ASSOCIATION_USAGE, path);
    }

    /**
     * Reads until row and journal agree, which may not hold briefly while entries arrive.
     *
     * @param at the instant, or null
     * @param present the instant if none is given, unless the row is of a later one
     * @throws Failure if it is a bank, the instant is before the row's, or the parts do not add up to the row
     */
    AssociationParts read(@Nullable Instant at, Instant present) throws InterruptedException {
        Reading read = Explained.readUntil(Reading::agrees, this::read);
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
        AssociationUsage then = Failure.ifRefused(() -> AssociationUsageAt.evaluate(row, at == null ? later : at));
        return AssociationParts.of(then, read.charges(), weights, published.known());
    }

    /** Data from one read. */
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
        return new Reading(
                charges.all(),
                AssociationParts.of(row, charges.all(), weights, ChargeFields.completeFrom(reader, path)));
    }
}
