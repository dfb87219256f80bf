package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.junit.jupiter.api.Test;

class PeerFencingTest {
    /** While a broker was away, no instance let go the transactions of any dead one: its list failed, and with it the list of all. */
    @Test
    void aBrokerThatDoesNotAnswerHidesNoTransactionsOfOthers() throws InterruptedException, TimeoutException {
        KafkaFuture<Collection<TransactionListing>> failed = KafkaFuture.completedFuture(0)
                .thenApply(any -> {
                    throw new IllegalArgumentException("Unexpected key set: [BrokerKey(brokerId=OptionalInt[1])]");
                });
        Map<Integer, KafkaFuture<Collection<TransactionListing>>> byBroker =
                new TreeMap<>(Map.of(0, listing("site-a"), 1, failed, 2, listing("site-b")));
        assertEquals(List.of("site-a", "site-b"), PeerFencing.listed(byBroker));
    }

    private static KafkaFuture<Collection<TransactionListing>> listing(String transactionalId) {
        return KafkaFuture.completedFuture(
                List.of(new TransactionListing(transactionalId, 7, TransactionState.ONGOING)));
    }
}
