package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.client.ClientConfig;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A broker and a schema registry in this JVM, and two rows as Fairstream would write them. */
class FreeSlotsTest {
    @Test
    void theLowerPriorityGetsMore() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary("fairstream.priorities")) {
            ClientConfig config = ClientConfig.of(cluster.bootstrapServers(), cluster.schemaRegistryUrl());
            try (RecordSender<Priority> sender = RecordSender.open(config, Topics.PRIORITIES)) {
                sender.send("alice", row("alice", 1));
                sender.send("bob", row("bob", 3));
                sender.flush();
            }
            Map<String, Double> slots = FreeSlots.divide(config, 12);
            assertEquals(9, slots.get("alice"), 0.001);
            assertEquals(3, slots.get("bob"), 0.001);
        }
    }

    private static Priority row(String user, double priority) {
        return Priority.newBuilder()
                .setCustomer(user)
                .setRealPriority(priority)
                .setEffectivePriority(priority)
                .setPriorityFactor(1)
                .setFactorSource(FactorSource.DEFAULT)
                .setLeases(List.of())
                .setResourcesInUse(0)
                .setWeightInUse(0)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setAsOf(Instant.now())
                .setHalfLifeSeconds(1e9)
                .build();
    }
}
