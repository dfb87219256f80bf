@NullMarked
package io.fairstream.rules.account;

import org.jspecify.annotations.NullMarked;
