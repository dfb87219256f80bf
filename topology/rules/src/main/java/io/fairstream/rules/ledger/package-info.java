@NullMarked
package io.fairstream.rules.ledger;

import org.jspecify.annotations.NullMarked;
