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

/** Failures to read or write because the schema registry does not answer; they may be temporary. */
public final class RegistryUnavailable {
    /** Exception of Confluent's registry client, which is not a dependency; its message holds the registry's answer. */
    private static final String THEIR_EXCEPTION = "RestClientException";

    private static final Pattern THEIR_CODE = Pattern.compile("error code: (\\d{1,9})");

    private static final int MAX_CAUSES = 20;
    private static final int LONGEST_REASON = 1000;

    private RegistryUnavailable() {}

    /** Returns true if the failure to read a record is a missing answer of the registry; the record is then no dead letter. */
    public static boolean isCauseOf(Exception exception) {
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

    /** Reason of a failure to read or write, in one line; empty if waiting for the registry does not help. */
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
                .limit(MAX_CAUSES)
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
     * Returns true for exceptions of other deserializers that are not about the bytes. Kafka's own clients do not run in deserializers, so
     * their exceptions cannot occur here.
     */
    private static boolean isOfAnother(Throwable thrown) {
        return thrown instanceof KafkaException && !(thrown instanceof SerializationException);
    }

    /** Returns true for a failed connection, which other serializers also wrap into a SerializationException. */
    private static boolean isConnection(Throwable thrown) {
        return thrown instanceof SocketException
                || thrown instanceof SocketTimeoutException
                || thrown instanceof UnknownHostException
                || thrown instanceof HttpTimeoutException
                || thrown.getClass().getName().startsWith("javax.net.ssl.");
    }
}
