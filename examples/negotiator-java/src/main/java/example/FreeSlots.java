package example;

import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Negotiation;
import io.fairstream.client.negotiation.NegotiationRules;
import io.fairstream.client.negotiation.Pool;
import io.fairstream.client.negotiation.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;

/** A negotiator: prints how many of N free slots each user of the pool gets now, by the users' priorities. */
public final class FreeSlots {
    public static void main(String[] arguments) throws InterruptedException, TimeoutException {
        ClientConfig config = ClientConfig.of(arguments[0], arguments[1]);
        divide(config, Integer.parseInt(arguments[2])).forEach((user, slots) -> System.out.println(user + " " + slots));
    }

    /** Divides free slots among the users with a priority, who all want all of them. */
    static Map<String, Double> divide(ClientConfig config, int free) throws InterruptedException, TimeoutException {
        try (PriorityView priorities = PriorityView.open(config)) {
            priorities.awaitReady(Duration.ofMinutes(1));
            List<Submitter> submitters = new ArrayList<>();
            priorities.forEach(Instant.now(), row -> submitters.add(Submitter.of(row, free).withGroup(Group.ROOT)));
            double inUse = submitters.stream().mapToDouble(Submitter::weightInUse).sum();
            Map<String, Double> slots = new TreeMap<>();
            new Negotiation(NegotiationRules.DEFAULT)
                    .divide(Pool.of(free + inUse), submitters, List.of())
                    .awards()
                    .forEach(award -> slots.put(award.submitter(), award.allocated()));
            return slots;
        }
    }
}
