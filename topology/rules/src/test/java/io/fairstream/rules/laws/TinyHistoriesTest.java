package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.match.MatchEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** All orders of delivery of all short histories of one resource. */
class TinyHistoriesTest {
    private static final List<String> MANY = List.of(
            "alice x1",
            "alice x2 #m1",
            "bob x4 #m2",
            "free",
            "free #m1",
            "sees CLAIMED alice x8",
            "sees UNCLAIMED",
            "sees CLAIMED bob suspended");
    private static final List<String> FEW = List.of("alice x2 #m1", "bob x4 #m2", "free", "free #m1");

    @Test
    void allOrdersOfUpToFourEventsGiveTheSameMatches() {
        for (int length = 1; length <= 4; length++) {
            tryAll(MANY, length);
        }
    }

    @Test
    void allOrdersOfFiveEventsGiveTheSameMatches() {
        tryAll(FEW, 5);
    }

    private static void tryAll(List<String> alphabet, int length) {
        List<List<Integer>> orders = new ArrayList<>();
        permute(new ArrayList<>(), length, orders);
        int histories = (int) Math.pow(alphabet.size(), length);
        for (int number = 0; number < histories; number++) {
            List<MatchEvent> events = history(alphabet, length, number);
            Truth truth = Truth.of(events);
            Map<String, Integer> net = play(events, orders.get(0)).netEntries();
            for (List<Integer> order : orders) {
                LedgerPipeline book = play(events, order);
                assertEquals(truth.held, book.held(), () -> told(events, order));
                assertEquals(truth.finished, book.finished(), () -> told(events, order));
                assertEquals(net, book.netEntries(), () -> told(events, order));
            }
        }
    }

    private static LedgerPipeline play(List<MatchEvent> events, List<Integer> order) {
        LedgerPipeline book = new LedgerPipeline();
        order.forEach(i -> book.apply(events.get(i)));
        return book;
    }

    private static List<MatchEvent> history(List<String> alphabet, int length, int number) {
        List<MatchEvent> events = new ArrayList<>();
        int rest = number;
        for (int i = 0; i < length; i++) {
            events.add(MatchText.event("slot1", 10 * (i + 1) + " " + alphabet.get(rest % alphabet.size())));
            rest /= alphabet.size();
        }
        return events;
    }

    private static void permute(List<Integer> chosen, int length, List<List<Integer>> orders) {
        if (chosen.size() == length) {
            orders.add(List.copyOf(chosen));
            return;
        }
        for (int i = 0; i < length; i++) {
            if (!chosen.contains(i)) {
                chosen.add(i);
                permute(chosen, length, orders);
                chosen.remove(chosen.size() - 1);
            }
        }
    }

    private static String told(List<MatchEvent> events, List<Integer> order) {
        return events.stream().map(MatchText::text).toList() + " delivered as " + order;
    }
}
