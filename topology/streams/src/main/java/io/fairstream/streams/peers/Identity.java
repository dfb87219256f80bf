package io.fairstream.streams.peers;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * By which names Kafka knows an instance.
 *
 * @param instanceId its static members are those of this name and the number of a thread
 * @param processId its transactions bear it; empty if it is not known yet
 */
record Identity(String instanceId, String processId) {
    private static final String WORD = "fairstream";
    /** Kafka Streams' name of a process, and the number of a thread. */
    private static final Pattern PROCESS_AND_THREAD =
            Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}-\\d+");

    /** As a peer says it, in one line. */
    String line() {
        return WORD + " " + instanceId + " " + processId;
    }

    /** Parses the identity in such a line; empty for any other line. */
    static Optional<Identity> parse(String line) {
        String[] words = line.split(" ", -1);
        return words.length == 3 && words[0].equals(WORD)
                ? Optional.of(new Identity(words[1], words[2]))
                : Optional.empty();
    }

    /** The process that a client is of: Kafka Streams names clients after application and process; empty if other names were set. */
    static Optional<String> process(String applicationId, String clientId) {
        String before = applicationId + "-";
        int end = clientId.indexOf("-StreamThread-");
        return clientId.startsWith(before) && end > before.length()
                ? Optional.of(clientId.substring(before.length(), end))
                : Optional.empty();
    }

    /**
     * Returns true if a transaction is of a process of the application, and not of another application whose id begins in the
     * same way, as that of a bridge does.
     */
    static boolean isTransactionOf(String applicationId, String transactionalId) {
        String before = applicationId + "-";
        return transactionalId.startsWith(before)
                && PROCESS_AND_THREAD
                        .matcher(transactionalId.substring(before.length()))
                        .matches();
    }

    boolean isMember(String groupInstanceId) {
        return groupInstanceId.startsWith(instanceId + "-")
                && groupInstanceId.substring(instanceId.length() + 1).matches("\\d+");
    }

    boolean isTransaction(String applicationId, String transactionalId) {
        return !processId.isEmpty() && transactionalId.startsWith(applicationId + "-" + processId + "-");
    }
}
