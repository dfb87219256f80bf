package io.fairstream.examples;

import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.client.RecordSender;
import io.fairstream.client.TableView;
import io.fairstream.client.TopicHistory;
import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Negotiation;
import io.fairstream.client.negotiation.NegotiationResult;
import io.fairstream.client.negotiation.NegotiationRules;
import io.fairstream.client.negotiation.Pool;
import io.fairstream.client.negotiation.Submitter;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.ChargeBlocks.Sent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;

/** Programs against the client library. {@code client/README.md} shows these methods as they are here. */
public final class ClientExamples {
    private ClientExamples() {}

    /** Sends the event that a user got a slot. */
    public static void sendMatch(ClientConfig config, String slot, String user) {
        try (RecordSender<MatchEvent> sender = RecordSender.open(config, Topics.MATCHES)) {
            MatchEvent event = new MatchEvent(slot, "", Instant.now(), new Matched(user, 1.0, ""));
            sender.send(event.getResource(), event);
            sender.flush();
        }
    }

    /** Divides free slots among the users of the pool by their priorities of this instant; each wants all of them. */
    public static Map<String, Double> negotiate(ClientConfig config, int freeSlots)
            throws InterruptedException, TimeoutException {
        try (PriorityView priorities = PriorityView.open(config)) {
            priorities.awaitReady(Duration.ofMinutes(1));
            List<Submitter> submitters = new ArrayList<>();
            priorities.forEach(Instant.now(), row -> {
                if (!row.getGroup()) {
                    submitters.add(Submitter.of(row, freeSlots).withGroup(Group.ROOT));
                }
            });
            double inUse =
                    submitters.stream().mapToDouble(Submitter::weightInUse).sum();
            NegotiationResult result =
                    new Negotiation(NegotiationRules.DEFAULT).divide(Pool.of(freeSlots + inUse), submitters, List.of());
            Map<String, Double> slots = new TreeMap<>();
            result.awards().forEach(award -> slots.put(award.submitter(), award.allocated()));
            return slots;
        }
    }

    /** Adds up what each customer has used of slots until an instant, hours, from the charges alone. */
    public static Map<String, Double> slotHours(ClientConfig config, Instant until) {
        Map<String, Double> hours = new TreeMap<>();
        TopicHistory.read(config, Topics.CHARGES, block -> {
            for (Sent sent : ChargeBlocks.charges(block.value())) {
                if (sent.charge().getEntry() instanceof RateChange change) {
                    Duration since = Duration.between(change.getAt(), until);
                    hours.merge(sent.charge().getAccount(), change.getWeight() * since.toMillis() / 3.6e6, Double::sum);
                }
            }
        });
        return hours;
    }

    /** Returns the user of a slot; empty if it is free. */
    public static String userOf(ClientConfig config, String slot) throws InterruptedException, TimeoutException {
        try (TableView<OpenMatch> matches = TableView.open(config, Topics.OPEN_MATCHES)) {
            matches.awaitReady(Duration.ofMinutes(1));
            return matches.at(slot, Instant.now()).map(OpenMatch::getCustomer).orElse("");
        }
    }
}
