package io.fairstream.publish.notices;

import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Choice of recipients.
 *
 * @param always recipients of all notices
 * @param mailsContacts true to also mail the contacts of the allocation
 * @param hasMoved true to also deliver notices of kind MOVED
 * @param isDigest true to collect the mails of a UTC day in one
 */
public record Recipients(List<Recipient> always, boolean mailsContacts, boolean hasMoved, boolean isDigest) {
    public Recipients {
        always = List.copyOf(always);
    }

    /** Returns the recipients of a notice, an address once; spelling in capitals makes no difference. */
    List<Recipient> of(Notice notice) {
        if (notice.getKind() == NoticeKind.MOVED && !hasMoved) {
            return List.of();
        }
        Map<String, Recipient> recipients = new LinkedHashMap<>();
        always.forEach(each -> recipients.put(name(each), each));
        if (mailsContacts) {
            notice.getContacts().stream()
                    .filter(contact -> !contact.isBlank())
                    .map(contact -> new Recipient(Kind.MAIL, contact.strip()))
                    .forEach(each -> recipients.putIfAbsent(name(each), each));
        }
        return List.copyOf(recipients.values());
    }

    private static String name(Recipient recipient) {
        String key = recipient.key();
        return recipient.kind() == Kind.MAIL ? key.toLowerCase(Locale.ROOT) : key;
    }

    /** Returns true if deliveries that wait for this recipient may go out: a webhook or command must still be configured. */
    boolean include(Recipient recipient) {
        return recipient.kind() == Kind.MAIL || always.contains(recipient);
    }
}
