package io.fairstream.publish.notices;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Delivery by HTTP: a POST of the notice as JSON, signed with HMAC-SHA256. */
public final class Webhook implements Channel {
    private static final String HMAC = "HmacSHA256";
    private static final int TOO_MANY = 429;
    private static final int SUCCESS = 2;
    private static final int SERVER_ERROR = 5;
    private static final int HUNDRED = 100;

    /** Longest wait that a server may ask for, in seconds. */
    private static final long MAX_WAIT = 3600;

    private final HttpClient client;
    private final Duration timeout;
    private final byte @Nullable [] secret;

    /**
     * Creates the channel.
     *
     * @param timeout of a connection and of a reply
     * @param secret key of the signatures; null for no signatures
     */
    public Webhook(Duration timeout, byte @Nullable [] secret) {
        this.timeout = timeout;
        this.secret = secret == null ? null : secret.clone();
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    /** Returns the signature of a body: {@code sha256=} and its HMAC, hexadecimal, as GitHub's. */
    static String signature(byte[] secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Attempt attempt(Delivery delivery) throws InterruptedException {
        byte[] body = delivery.noticeJson().getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(delivery.to().address()))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("User-Agent", "fairstream")
                .header("X-Fairstream-Id", delivery.id())
                .POST(BodyPublishers.ofByteArray(body));
        if (secret != null) {
            request.header("X-Fairstream-Signature", signature(secret, body));
        }
        try {
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            response.body().close();
            return result(response);
        } catch (IOException e) {
            return Attempt.Failed.ofRecipient(String.valueOf(e.getMessage() == null ? e : e.getMessage()));
        }
    }

    private static Attempt result(HttpResponse<?> response) {
        int status = response.statusCode();
        if (status / HUNDRED == SUCCESS) {
            return new Attempt.Delivered();
        }
        if (status == TOO_MANY || status / HUNDRED == SERVER_ERROR) {
            return new Attempt.Failed("HTTP " + status, false, asked(response));
        }
        return new Attempt.Refused("HTTP " + status);
    }

    private static Duration asked(HttpResponse<?> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        return seconds.matches("\\d{1,9}")
                ? Duration.ofSeconds(Math.min(MAX_WAIT, Long.parseLong(seconds)))
                : Duration.ZERO;
    }
}
