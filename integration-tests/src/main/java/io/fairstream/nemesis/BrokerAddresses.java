package io.fairstream.nemesis;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The three listeners of a broker, each known to others by its forwarder. */
record BrokerAddresses(Listener clients, Listener brokers, Listener controllers) {
    /**
     * One of them.
     *
     * @param port at which the broker listens
     */
    record Listener(int port, Forwarder forwarder) {
        private String listening(String name) {
            return name + "://127.0.0.1:" + port;
        }

        private String known(String name) {
            return name + "://" + address();
        }

        private String address() {
            return "127.0.0.1:" + forwarder.port();
        }
    }

    /** Settings of one of the brokers. Time-outs of brokers and transactions are shorter than Kafka's own, so that many faults fit. */
    static Map<String, String> settings(List<BrokerAddresses> all, int index) {
        BrokerAddresses own = all.get(index);
        Map<String, String> settings = new TreeMap<>();
        settings.put(
                "listeners",
                String.join(
                        ",",
                        own.clients.listening("PLAINTEXT"),
                        own.brokers.listening("BROKERS"),
                        own.controllers.listening("CONTROLLER")));
        settings.put(
                "advertised.listeners",
                String.join(
                        ",",
                        own.clients.known("PLAINTEXT"),
                        own.brokers.known("BROKERS"),
                        own.controllers.known("CONTROLLER")));
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,BROKERS:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("inter.broker.listener.name", "BROKERS");
        settings.put(
                "controller.quorum.voters",
                IntStream.range(0, all.size())
                        .mapToObj(i -> i + "@" + all.get(i).controllers.address())
                        .collect(Collectors.joining(",")));
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("replica.lag.time.max.ms", "10000");
        settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        settings.put("log.cleaner.dedupe.buffer.size", "16777216");
        return settings;
    }
}
