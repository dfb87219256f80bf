package io.fairstream.query.steering;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.SteeringKind;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Cycle;
import io.fairstream.steering.Edit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reports on steering and comparisons. */
public final class SteeringReport {
    private static final int NAMED = 5;

    private SteeringReport() {}

    /** Returns a scheduler's accounts next to ours. */
    public static Document shadow(List<Shadow> rows) {
        Document document = Document.of(new Columns<Shadow>()
                .text("name", Shadow::getName)
                .text("customer", Shadow::getCustomer)
                .number("theirs", row -> row.getTheirs())
                .number("ours", Shadow::getOurs)
                .percent("difference", Shadow::getDifference)
                .time("since", Shadow::getSince)
                .text("explanation", Shadow::getExplanation)
                .time("asOf", Shadow::getAsOf)
                .unshown()
                .report(rows)
                .as("shadow"));
        long compared = rows.stream().filter(row -> row.getDifference() != null).count();
        long apart = rows.stream().filter(row -> row.getSince() != null).count();
        return document.say(String.format(
                Locale.ROOT,
                "%,d accounts, %,d compared, %,d apart; the largest difference is %s",
                rows.size(),
                compared,
                apart,
                percent(largest(rows))));
    }

    /** Returns the largest difference; 0 if nothing is compared. */
    public static double largest(List<Shadow> rows) {
        return rows.stream()
                .map(Shadow::getDifference)
                .mapToDouble(difference -> difference == null ? 0 : difference)
                .max()
                .orElse(0);
    }

    /** Returns the edits that would be sent. */
    public static Document preview(Cycle cycle, Function<String, String> customers) {
        return Document.of(edits(cycle.plan().edits(), customers)).say(sentence(cycle) + "; nothing was sent");
    }

    /** Returns the sent edits and the responses. */
    public static Document sent(Cycle cycle) {
        return Document.of(new Columns<Answer>()
                        .text("name", answer -> answer.edit().name())
                        .number("before", answer -> answer.edit().control().value())
                        .number("value", answer -> answer.edit().value())
                        .text("accepted", Answer::accepted)
                        .text("answer", Answer::text)
                        .report(cycle.answers())
                        .as("answer"))
                .say(sentence(cycle));
    }

    private static Report<Edit> edits(List<Edit> edits, Function<String, String> customers) {
        return new Columns<Edit>()
                .text("name", Edit::name)
                .text("customer", edit -> customers.apply(edit.user()))
                .number("before", edit -> edit.control().value())
                .number("value", Edit::value)
                .text("reason", Edit::reason)
                .report(edits)
                .as("edit");
    }

    /** Summarises a cycle in one line. */
    public static String sentence(Cycle cycle) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d to edit, %,d correct",
                cycle.plan().edits().size(),
                cycle.plan().within()));
        if (!cycle.answers().isEmpty()) {
            text.append(String.format(Locale.ROOT, ", %,d accepted, %,d refused", cycle.accepted(), cycle.refused()));
        }
        if (cycle.plan().held() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d held", cycle.plan().held()));
        }
        if (cycle.plan().lowered() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d last", cycle.plan().lowered()));
        }
        if (cycle.postponed() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d of them in the next cycle", cycle.postponed()));
        }
        if (!cycle.failure().isEmpty()) {
            text.append("; ").append(cycle.failure());
        }
        return text.toString();
    }

    /** Returns the users who are not steered; null if all are. */
    public static @Nullable String unknown(Cycle cycle) {
        List<String> unknown = cycle.plan().unknown();
        return unknown.isEmpty() ? null : "not steered, because they have no priority here: " + named(unknown);
    }

    /** Returns what is not held although it is spent; null if all is. */
    public static @Nullable String notHeld(Cycle cycle) {
        List<String> notHeld = cycle.plan().notHeld();
        return notHeld.isEmpty() ? null : "spent, but not held: " + named(notHeld);
    }

    /** Returns a line on jobs that are held or released since the answer; empty for an edit of the order. */
    static Optional<String> ofHold(Answer answer) {
        Edit edit = answer.edit();
        Control control = edit.control();
        if (!answer.accepted() || control.held() == null || edit.kind() == SteeringKind.STEER) {
            return Optional.empty();
        }
        boolean isHeld = edit.kind() == SteeringKind.HOLD;
        return isHeld || control.isHeld()
                ? Optional.of(
                        "new jobs of " + control.account() + (isHeld ? " wait" : " start again") + ", " + edit.reason())
                : Optional.empty();
    }

    private static String named(List<String> names) {
        return names.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }
}
