package io.fairstream.query.explain;

import io.fairstream.query.columns.Numbers;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Source of the parts of a target's balance: its row, and the charges of its project or of users. */
record TargetSource(TopicReader reader, String target) {
    boolean isThere() {
        return row().isPresent();
    }

    private Optional<Balance> row() {
        return reader.latest(Topics.BALANCES, target);
    }

    /**
     * Reads until row and journal agree; they may differ briefly while reports arrive.
     *
     * @throws Failure if there is no row, or the charges do not add up to it
     */
    TargetParts read(By by) throws InterruptedException {
        Reading read = Explained.readUntil(Reading::agrees, () -> read(by, requireRow()));
        TargetParts parts = read.parts();
        if (!read.agrees()) {
            throw new Failure(String.format(
                    "target: %s: its charges add up to %s %s (expected: %s, as its row has it)",
                    target,
                    Numbers.large(parts.charged()),
                    parts.row().getUnit(),
                    parts.rowCharged() == null ? "none" : Numbers.large(parts.rowCharged())));
        }
        return parts;
    }

    /** Data from one read: the row before and after the journal. */
    private record Reading(TargetParts parts, Balance after) {
        private boolean agrees() {
            return parts.isWhole(after);
        }
    }

    private Balance requireRow() {
        return row().orElseThrow(() -> new Failure("target: \"" + target
                + "\" (expected: a project, project/app or /path with a row in balances; report balances shows them)"));
    }

    private Reading read(By by, Balance row) {
        return new Reading(parts(row, by), row().orElse(row));
    }

    /** Reads the charges; those of a project are in one partition, those of users in all. */
    private TargetParts parts(Balance row, By by) {
        TargetSums sums = new TargetSums(row, by);
        Map<Integer, Instant> firsts = new HashMap<>();
        Consumer<Row<Charge>> hear = entry -> {
            Charge charge = entry.value();
            if (charge != null) {
                firsts.computeIfAbsent(entry.partition(), partition -> ChargeFields.time(charge));
                sums.add(charge);
            }
        };
        boolean isWhole;
        if (by.isOfUsers() && Allocation.isPath(target)) {
            throw new Failure(
                    "by: " + by.name().toLowerCase(Locale.ROOT) + " (expected: day, for a bank or a user in it)");
        }
        if (by.isOfUsers()) {
            reader.readCharges(null, hear);
            isWhole = reader.isWhole(Topics.CHARGES);
        } else {
            String account = Allocation.project(row.getTarget());
            reader.readChargesBeside(account, hear);
            isWhole = reader.isWhole(Topics.CHARGES, account);
        }
        Instant newest = firsts.values().stream().max(Comparator.naturalOrder()).orElse(Instant.MAX);
        return sums.parts(isWhole ? null : newest);
    }
}
