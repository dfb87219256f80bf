package io.fairstream.query.priority;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.TopicReader;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Edits of accounts, the newest first, each with the options that undo it.
 *
 * @param lines all lines that are shown
 */
public record EditTrail(List<Line> lines) {
    /** Arbitrary half-life: priorities are not computed from edits alone, so that its value has no effect. */
    private static final HalfLife ANY = new HalfLife(1);

    private static final String PLAIN = "[A-Za-z0-9@._:+/=-]+";

    /**
     * An edit.
     *
     * @param isInForce whether the factor, ceiling or floor of the edit is in force; null for other edits
     * @param undo options of {@code userprio} that undo it; null if it has no effect any more, or if they are unknown
     */
    public record Line(
            History.Entry entry,
            @Nullable Boolean isInForce,
            @Nullable List<String> undo) {

        private @Nullable Instant until() {
            Decision decided =
                    entry.accepted() == null ? null : entry.accepted().decision();
            return decided == null || decided.isForGood() ? null : Instant.ofEpochMilli(decided.until());
        }

        private @Nullable String command() {
            return undo == null
                    ? null
                    : "userprio " + undo.stream().map(EditTrail::quoted).collect(Collectors.joining(" "));
        }
    }

    private static String quoted(String word) {
        return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Returns the trail of sent edits as of the present, or as of the newest row if that is later: edits of a past pool may act after
     * its newest event.
     *
     * @param factors rules for customers without a factor of their own
     * @param limit maximum number of lines; the newest are shown
     */
    public static EditTrail of(History history, FactorRules factors, TopicReader reader, Instant present, int limit) {
        Instant latest = reader.everybody(Topics.PRIORITIES).stream()
                .map(Priority::getAsOf)
                .filter(present::isBefore)
                .max(Comparator.naturalOrder())
                .orElse(present);
        return of(history, factors, latest, limit);
    }

    /** @param present instant for which edits are in force */
    static EditTrail of(History history, FactorRules factors, Instant present, int limit) {
        Map<String, Account> accounts = new HashMap<>();
        for (History.Entry entry : history.entries()) {
            Edit edit = entry.accepted();
            if (edit != null && edit.at() <= present.toEpochMilli()) {
                accounts.computeIfAbsent(entry.edit().getCustomer(), Account::new)
                        .edits
                        .add(edit);
            }
        }
        accounts.values().forEach(account -> account.fold(factors, present));
        return new EditTrail(history.entries().stream()
                .sorted(NEWEST_FIRST)
                .limit(limit)
                .map(entry -> line(entry, accounts.get(entry.edit().getCustomer())))
                .toList());
    }

    private static final Comparator<History.Entry> NEWEST_FIRST = Comparator.comparing(
                    (History.Entry entry) -> entry.edit().getAt())
            .thenComparing(entry -> entry.position().partition())
            .thenComparing(entry -> entry.position().offset())
            .reversed();

    private static Line line(History.Entry entry, @Nullable Account account) {
        Edit accepted = entry.accepted();
        Decision decided = accepted == null ? null : accepted.decision();
        return account != null && accepted != null && decided != null
                ? new Line(entry, account.isInForce(decided), account.undo(accepted, decided))
                : new Line(entry, null, null);
    }

    /** Decisions on one customer. Mutable during construction. */
    private static final class Account {
        private final String customer;
        private final List<Edit> edits = new ArrayList<>();
        private final Map<Edit, Double> before = new HashMap<>();
        private AccountState now = AccountState.UNKNOWN;

        Account(String customer) {
            this.customer = customer;
        }

        void fold(FactorRules factors, Instant present) {
            for (Edit edit :
                    edits.stream().distinct().sorted(CustomerEntry.ORDER).toList()) {
                Decision decided = edit.decision();
                if (decided != null) {
                    before.put(edit, forGood(decided.kind(), factors));
                }
                now = now.after(edit, ANY);
            }
            now = now.at(present.toEpochMilli(), ANY);
        }

        /** Returns the permanent value, which applies without leases. */
        private double forGood(Decision.Kind kind, FactorRules factors) {
            if (kind == Decision.Kind.FACTOR) {
                return factors.withoutLeases(customer, now).value();
            }
            Decision decided = now.forGood(kind);
            double none = kind == Decision.Kind.CEILING ? -1 : 0;
            return decided == null ? none : decided.value();
        }

        boolean isInForce(Decision decided) {
            return decided.equals(now.inForce(decided.kind()));
        }

        /** Returns the options that undo a decision: for a single lease its end; for a permanent value the previous value. */
        @Nullable
        List<String> undo(Edit edit, Decision decided) {
            String kind = decided.kind().name().toLowerCase(Locale.ROOT);
            if (!decided.isForGood()) {
                return List.of(decided).equals(now.leases(decided.kind()))
                        ? List.of("--cancel-" + kind + "-lease", customer)
                        : null;
            }
            double held = Objects.requireNonNullElse(before.get(edit), decided.value());
            return decided.equals(now.forGood(decided.kind())) && held != decided.value()
                    ? List.of("--set-" + kind, customer, text(held))
                    : null;
        }

        private static String text(double value) {
            return value == (long) value ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /** Returns a row for each line. */
    public Report<?> report() {
        return new Columns<Line>()
                .time("at", line -> line.entry().edit().getAt())
                .text("by", line -> line.entry().edit().getBy())
                .text("customer", line -> line.entry().edit().getCustomer())
                .headed("USER")
                .text("edit", line -> EditText.of(line.entry().edit()))
                .with(to -> History.reason(to, line -> line.entry().edit(), lines))
                .text(
                        "refused",
                        line -> History.refusal(line.entry().rejection()),
                        line -> line.entry().rejection() == null
                                ? null
                                : line.entry().rejection().getReason())
                .text(
                        "detail",
                        line -> line.entry().rejection() == null
                                ? null
                                : line.entry().rejection().getDetail())
                .unshown()
                .time("until", Line::until)
                .unshown()
                .text("inForce", Line::isInForce)
                .shownAs(line -> Boolean.TRUE.equals(line.isInForce()) ? "yes" : null)
                .text("undo", Line::command)
                .text("undoArguments", Line::undo)
                .unshown()
                .add("partition", Format.WHOLE, line -> line.entry().position().partition())
                .unshown()
                .add("offset", Format.WHOLE, line -> line.entry().position().offset())
                .unshown()
                .report(lines);
    }
}
