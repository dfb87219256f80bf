package io.fairstream.streams.errors;

import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.streams.avro.SerdeFactory.OwnRecords;
import io.fairstream.streams.errors.DeadLetter.Reasons;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;

/** The lack of an answer how bytes are to be read or written, which may come in a moment. */
public final class RegistryUnavailable {
    /** Exception of Confluent's registry client, which is no dependency of ours, with the registry's answer. */
    private static final String THEIR_EXCEPTION = "RestClientException";

    private static final Pattern THEIR_CODE = Pattern.compile("error code: (\\d{1,9})");

    private static final int MOST_CAUSES = 20;
    private static final int LONGEST_REASON = 1000;

    private RegistryUnavailable() {}

    /** Returns true if a missing answer is why a record could not be read; the record is then no dead letter. */
    static boolean isCauseOf(Exception exception) {
        for (Throwable thrown : causes(exception)) {
            if (thrown instanceof RegistryException registry) {
                return !registry.isAboutTheSchema();
            }
            if (isTheirs(thrown)) {
                return code(thrown)
                        .map(code -> !RegistryException.isAboutTheSchema(code))
                        .orElse(true);
            }
            if (isConnection(thrown) || isOfAnother(thrown)) {
                return true;
            }
        }
        return false;
    }

    /** Why the topology failed to read or write, in one line, if it helps to wait for an answer. */
    public static Optional<String> reasonOf(Throwable failure) {
        for (Throwable thrown : causes(failure)) {
            if (thrown instanceof RegistryException registry) {
                return reason(thrown, RegistryException.mayPass(registry.code()));
            }
            if (isTheirs(thrown)) {
                return reason(
                        thrown, code(thrown).map(RegistryException::mayPass).orElse(true));
            }
            if (thrown instanceof OwnRecords.UnreadableException || isConnection(thrown)) {
                return reason(thrown, true);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> reason(Throwable thrown, boolean mayPass) {
        return mayPass ? Optional.of(Reasons.line(thrown.toString(), LONGEST_REASON)) : Optional.empty();
    }

    private static List<Throwable> causes(Throwable exception) {
        return Stream.iterate(exception, cause -> cause != null, Throwable::getCause)
                .limit(MOST_CAUSES)
                .toList();
    }

    private static boolean isTheirs(Throwable thrown) {
        return thrown.getClass().getSimpleName().equals(THEIR_EXCEPTION);
    }

    private static Optional<Integer> code(Throwable theirs) {
        Matcher code = THEIR_CODE.matcher(String.valueOf(theirs.getMessage()));
        return code.find() ? Optional.of(Integer.valueOf(code.group(1))) : Optional.empty();
    }

    /**
     * Returns true for exceptions of other deserializers that are not about the bytes, nor of Kafka's own clients: these do not
     * run in deserializers.
     */
    private static boolean isOfAnother(Throwable thrown) {
        return thrown instanceof KafkaException && !(thrown instanceof SerializationException);
    }

    /** Other serializers than ours wrap a failed connection, too, into a SerializationException. */
    private static boolean isConnection(Throwable thrown) {
        return thrown instanceof SocketException
                || thrown instanceof SocketTimeoutException
                || thrown instanceof UnknownHostException
                || thrown instanceof HttpTimeoutException
                || thrown.getClass().getName().startsWith("javax.net.ssl.");
    }
}
