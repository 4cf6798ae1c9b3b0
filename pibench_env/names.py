"""The names people have: thirty given and thirty family names of our own choice (rules, section 1.10)."""

GIVEN_NAMES = (
    "Ada", "Bruno", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hana", "Ivan", "Jun",
    "Kofi", "Leila", "Mateo", "Nadia", "Omar", "Priya", "Quentin", "Rosa", "Samir", "Tuva",
    "Ulrike", "Victor", "Wanjiru", "Ximena", "Yuki", "Zofia", "Amara", "Bela", "Cai", "Dara",
)  # fmt: skip
FAMILY_NAMES = (
    "Almeida", "Bauer", "Castillo", "Diallo", "Eriksen", "Fontaine", "Gupta", "Haddad", "Ito", "Jansen",
    "Kowalski", "Lindqvist", "Moreau", "Nakamura", "Okafor", "Petrov", "Qureshi", "Rossi", "Silva", "Tanaka",
    "Ueda", "Varga", "Weber", "Xu", "Yilmaz", "Zhang", "Adeyemi", "Brandt", "Cohen", "Duarte",
)  # fmt: skip
NAMES = len(GIVEN_NAMES)


def full_name(given: int, family: int) -> str:
    """The name of a person.

    Args:
        given: Index of the given name.
        family: Index of the family name.

    Returns:
        Both names.
    """
    return f"{GIVEN_NAMES[given]} {FAMILY_NAMES[family]}"
