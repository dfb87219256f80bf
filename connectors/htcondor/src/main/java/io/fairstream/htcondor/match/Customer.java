package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.ClassAd;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Customer to charge, named as in HTCondor's Accountant: the accounting group if there is one, otherwise the user. */
public final class Customer {
    private static final String NICE_USER = "nice-user.";

    /** Placeholder of HTCondor for an unknown owner. */
    private static final Pattern NOBODY = Pattern.compile("(?i)undefined(@.*)?");

    private Customer() {}

    /** Returns the customer of a job's ad; null if it names no user and no group. A group without a domain gets the user's domain. */
    public static @Nullable String ofJob(ClassAd job) {
        String user = person(job, "User", "RemoteUser", "Owner");
        String group = person(job, "AccountingGroup");
        if (group != null) {
            return group.indexOf('@') >= 0 ? group : group + domain(user);
        }
        boolean nice = user != null && job.isTrue("NiceUser") && !user.startsWith(NICE_USER);
        return nice ? NICE_USER + user : user;
    }

    /** Returns the customer of a slot's ad, as in HTCondor's CheckMatches; null if the ad names none. */
    public static @Nullable String ofSlot(ClassAd slot) {
        return person(slot, "AccountingGroup", "RemoteUser");
    }

    /** Returns the first of these attributes that names a user or group; null if none does. */
    public static @Nullable String person(ClassAd ad, String... names) {
        for (String name : names) {
            String text = ad.text(name);
            if (text != null && !NOBODY.matcher(text).matches()) {
                return text;
            }
        }
        return null;
    }

    /** Returns the first of these attributes that is a text; null if none is. */
    public static @Nullable String first(ClassAd ad, String... names) {
        for (String name : names) {
            String text = ad.text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    private static String domain(@Nullable String user) {
        int sign = user == null ? -1 : user.lastIndexOf('@');
        return user == null || sign < 0 ? "" : user.substring(sign);
    }
}
