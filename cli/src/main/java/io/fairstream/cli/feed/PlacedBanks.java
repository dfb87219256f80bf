package io.fairstream.cli.feed;

import io.fairstream.reading.BankTree;
import io.fairstream.schemas.JobEvent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Replaces the account name of a job by the path of the bank with that name in the topic {@code shares}, so that the rows of that
 * tree are charged. Safe for several threads.
 */
public final class PlacedBanks {
    private static final int MAX_REPORTED = 1000;

    private final Supplier<BankTree> tree;
    private final Consumer<String> notes;
    private final Map<String, BankTree.How> reported = new ConcurrentHashMap<>();

    /**
     * Uses a tree that may change.
     *
     * @param notes receives one note for each bank that is missing or ambiguous
     */
    public PlacedBanks(Supplier<BankTree> tree, Consumer<String> notes) {
        this.tree = tree;
        this.notes = notes;
    }

    /** Returns the event with the bank of the tree. */
    public JobEvent placed(JobEvent event) {
        BankTree.Place place = tree.get().find(event.getBank());
        note(event.getBank(), place);
        if (place.path().equals(event.getBank())) {
            return event;
        }
        return JobEvent.newBuilder(event).setBank(place.path()).build();
    }

    private void note(String bank, BankTree.Place place) {
        boolean isClear = place.how() == BankTree.How.AS_IT_IS || place.how() == BankTree.How.BY_NAME;
        if (isClear || reported.size() >= MAX_REPORTED || place.how().equals(reported.put(bank, place.how()))) {
            return;
        }
        String name = bank.substring(bank.lastIndexOf('/') + 1);
        notes.accept(
                place.how() == BankTree.How.UNKNOWN
                        ? "account " + name + ": no bank of shares has the name, charged to " + bank
                        : "account " + name + ": several banks of shares have the name ("
                                + String.join(", ", place.candidates()) + "), charged to " + bank);
    }
}
