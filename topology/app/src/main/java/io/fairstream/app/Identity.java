package io.fairstream.app;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Kafka's names of an instance.
 *
 * @param instanceId name of its static members, followed by the number of a thread
 * @param processId part of the ids of its transactions; empty if it is not known yet
 */
record Identity(String instanceId, String processId) {
    private static final String WORD = "fairstream";
    /** Pattern of Kafka Streams' process name, followed by the number of a thread. */
    private static final Pattern PROCESS_AND_THREAD =
            Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}-\\d+");

    /** Formats the identity as one line for peers. */
    String line() {
        return WORD + " " + instanceId + " " + processId;
    }

    /** Parses a line that {@link #line} formatted; empty for any other line. */
    static Optional<Identity> parse(String line) {
        String[] words = line.split(" ", -1);
        return words.length == 3 && words[0].equals(WORD)
                ? Optional.of(new Identity(words[1], words[2]))
                : Optional.empty();
    }

    /** Returns the process of a client: Kafka Streams builds client names from application and process; empty for other names. */
    static Optional<String> process(String applicationId, String clientId) {
        String before = applicationId + "-";
        int end = clientId.indexOf("-StreamThread-");
        return clientId.startsWith(before) && end > before.length()
                ? Optional.of(clientId.substring(before.length(), end))
                : Optional.empty();
    }

    /** Returns true for this application's transaction, and not for that of one whose id has the same prefix, such as that of a bridge. */
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
