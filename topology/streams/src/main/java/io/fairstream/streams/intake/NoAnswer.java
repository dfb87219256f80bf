package io.fairstream.streams.intake;

import io.fairstream.schemas.registry.RegistryException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;

/** Whether bytes could not be read because nobody said how, which may be otherwise in a moment. */
final class NoAnswer {
    /** How the client of Confluent's registry, which we do not know, says what was answered. */
    private static final String THEIR_EXCEPTION = "RestClientException";

    private static final Pattern THEIR_CODE = Pattern.compile("error code: (\\d{1,9})");

    private static final int MOST_CAUSES = 20;

    private NoAnswer() {}

    static boolean isCauseOf(Exception exception) {
        for (Throwable thrown : causes(exception)) {
            if (thrown instanceof RegistryException registry) {
                return !registry.isAboutTheSchema();
            }
            if (isNone(thrown)) {
                return true;
            }
        }
        return false;
    }

    private static List<Throwable> causes(Throwable exception) {
        return Stream.iterate(exception, cause -> cause != null, Throwable::getCause)
                .limit(MOST_CAUSES)
                .toList();
    }

    private static boolean isNone(Throwable thrown) {
        if (thrown.getClass().getSimpleName().equals(THEIR_EXCEPTION)) {
            return isTrouble(String.valueOf(thrown.getMessage()));
        }
        return isConnection(thrown)
                || (thrown instanceof KafkaException && !(thrown instanceof SerializationException));
    }

    /** Other serializers than ours wrap a failed connection, too, into a SerializationException. */
    private static boolean isConnection(Throwable thrown) {
        return thrown instanceof SocketException
                || thrown instanceof SocketTimeoutException
                || thrown instanceof UnknownHostException
                || thrown instanceof HttpTimeoutException
                || thrown.getClass().getName().startsWith("javax.net.ssl.");
    }

    private static boolean isTrouble(String message) {
        Matcher code = THEIR_CODE.matcher(message);
        return !code.find() || !RegistryException.isAboutTheSchema(Integer.parseInt(code.group(1)));
    }
}
