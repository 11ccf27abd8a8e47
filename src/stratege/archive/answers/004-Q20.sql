-- Q20 – Écrire une requête SQL qui renvoie le nombre de parties et le nombre moyen
-- de tours réalisés par le joueur nommé "John Doe" quand il a commencé la partie (il est le
-- joueur 1).
SELECT COUNT(*) AS parties, AVG(nbtours) AS tours
FROM Partie JOIN Joueur ON Partie.id_joueur1 = Joueur.id
WHERE nom = 'Doe' AND prenom = 'John';
