package io.fairstream.rules.laws;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.MatchEvent.MatchChange.Observed;
import io.fairstream.rules.match.MatchEvent.MatchChange.Unmatched;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Match events as a line of text, for tables and for the history of a failed law. Times are seconds.
 *
 * <pre>
 * 10 alice            matched to alice, weight 1, without an id
 * 10 alice x2.5 #m1   matched to alice, weight 2.5, as m1
 * 20 free #m1         m1 unmatched; without an id: whichever is open
 * 30 sees CLAIMED bob x2 suspended
 * 30 sees UNCLAIMED
 * </pre>
 */
public final class MatchText {
    /** The record of an event, where it does not matter. */
    public static final Cause CAUSE = new Cause("matches", 0, 0, 0);

    private MatchText() {}

    /** Events separated by {@code ;}. */
    public static List<MatchEvent> events(String resource, String text) {
        return Arrays.stream(text.split(";"))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .map(one -> event(resource, one))
                .toList();
    }

    public static MatchEvent event(String resource, String text) {
        String[] words = text.split(" +");
        return new MatchEvent(resource, "", Math.round(Double.parseDouble(words[0]) * 1000), change(words));
    }

    private static MatchChange change(String[] words) {
        String id = word(words, "#", "");
        double weight = Double.parseDouble(word(words, "x", "1"));
        return switch (words[1]) {
            case "free" -> new Unmatched(id);
            case "sees" ->
                new Observed(
                        Observed.State.valueOf(words[2]),
                        seen(words),
                        weight,
                        Arrays.asList(words).contains("suspended"));
            default -> new Matched(words[1], weight, id);
        };
    }

    private static @Nullable String seen(String[] words) {
        return words.length > 3 && !words[3].equals("suspended") ? words[3] : null;
    }

    private static String word(String[] words, String mark, String otherwise) {
        return Arrays.stream(words)
                .skip(2)
                .filter(word -> word.matches(mark + "[0-9m].*"))
                .map(word -> word.substring(1))
                .findFirst()
                .orElse(otherwise);
    }

    public static String text(MatchEvent event) {
        return seconds(event.at()) + " " + text(event.change());
    }

    private static String text(MatchChange change) {
        String id = change.matchId().isEmpty() ? "" : " #" + change.matchId();
        if (change instanceof Matched matched) {
            return matched.customer() + " x" + matched.slotWeight() + id;
        }
        if (change instanceof Observed seen) {
            return "sees " + seen.state() + (seen.customer() == null ? "" : " " + seen.customer()) + " x"
                    + seen.slotWeight() + (seen.suspended() ? " suspended" : "");
        }
        return "free" + id;
    }

    /** {@code +alice@10} or {@code -alice@10}, with the weight if it is not 1. */
    public static String text(Charge charge) {
        RateChange change = rate(charge);
        double weight = Math.abs(change.weight());
        return (change.resources() > 0 ? "+" : "-") + charge.account().name() + "@" + seconds(change.at())
                + (weight == 1 ? "" : " x" + weight);
    }

    /** The change of use that is charged for a match. */
    public static RateChange rate(Charge charge) {
        return (RateChange) charge.entry();
    }

    /** The match of a record. */
    public static FinishedMatch finished(MatchRow row) {
        OpenMatch match = new OpenMatch(row.pool(), row.customer(), row.slotWeight(), row.start(), row.matchId());
        return new FinishedMatch(match, row.end(), row.endedBy());
    }

    /** {@code alice 10-20 UNMATCHED}. */
    public static String text(FinishedMatch finished) {
        return finished.match().customer() + " " + seconds(finished.match().start()) + "-" + seconds(finished.end())
                + " " + finished.endedBy();
    }

    /** {@code alice 10-}, or {@code free}. */
    public static String text(@Nullable OpenMatch held) {
        return held == null ? "free" : held.customer() + " " + seconds(held.start()) + "-";
    }

    private static String seconds(long millis) {
        return millis % 1000 == 0 ? Long.toString(millis / 1000) : Double.toString(millis / 1000.0);
    }
}
